"""What the options of one run say, and what follows from them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from readq.cli.output import Colour, Look, say, use_ascii
from readq.config import Config, ConfigError, load_config
from readq.paths import config_file
from readq.records import dataclass

if TYPE_CHECKING:
    from readq.library import Library


@dataclass(slots=True)
class Session:
    """What the options of one run say."""

    folder: Path | None = None
    """Where `--library` points; None for the default library."""
    json: bool = False
    colour: Colour = "auto"
    """What `--color` says."""
    ascii: bool = False
    """Whether `--ascii` was given."""
    theme: str = ""
    """What `--theme` says."""
    _config: Config | None = None

    def settings(self) -> Config:
        """The settings, with what the options say over them.

        Raises:
            ConfigError: The settings file cannot be used.
        """
        return self._with_options(load_config(config_file()))

    def _with_options(self, config: Config) -> Config:
        return replace(config, ascii=config.ascii or self.ascii, theme=self.theme or config.theme)

    def library(self) -> Library:
        """Open the library; use it as a context manager."""
        from readq.library import open_library  # help and completions need not pay for the store

        return open_library(self.folder)

    @property
    def config(self) -> Config:
        """The reader's settings; that they cannot be read is told once, and then the defaults hold."""
        if self._config is None:
            try:
                self._config = self.settings()
            except ConfigError as error:
                for sentence in error.sentences:
                    say(f"readq: {sentence}")
                self._config = self._with_options(Config())
            use_ascii(self._config.ascii)
        return self._config

    @property
    def look(self) -> Look:
        """How lines for people are drawn."""
        return Look.of_stdout(ascii_only=self.config.ascii, colour=self.colour)
