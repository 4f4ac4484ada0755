"""Settings from `config.toml`; every one has a default, and a wrong one is named, not guessed."""

from typing import TYPE_CHECKING

from readq.config.values import DENSITIES, PRESETS, Config, RankSettings, ServiceSettings
from readq.deferred import deferred

if TYPE_CHECKING:
    from readq.config.loading import (
        ConfigError,
        Problem,
        examined,
        first_of,
        lines_of,
        load_config,
        placed,
    )
    from readq.config.written import commented, make_file
else:
    __getattr__ = deferred(
        __name__,
        {
            "examined": "loading",
            "first_of": "loading",
            "lines_of": "loading",
            "load_config": "loading",
            "placed": "loading",
            "commented": "written",
            "make_file": "written",
        },
        {
            "ConfigError": "loading",
            "Problem": "loading",
        },
    )


__all__ = [
    "DENSITIES",
    "PRESETS",
    "Config",
    "ConfigError",
    "Problem",
    "RankSettings",
    "ServiceSettings",
    "commented",
    "examined",
    "first_of",
    "lines_of",
    "load_config",
    "make_file",
    "placed",
]
