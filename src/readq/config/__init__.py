"""Settings from `config.toml`; every one has a default, and a wrong one is named, not guessed."""

from readq.config.loading import ConfigError, Problem, examined, line_of, load_config, placed
from readq.config.values import DENSITIES, PRESETS, Config, RankSettings, ServiceSettings
from readq.config.written import commented, make_file

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
    "line_of",
    "load_config",
    "make_file",
    "placed",
]
