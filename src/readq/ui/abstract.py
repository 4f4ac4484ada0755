"""Screens and widgets that leave something to their subclasses, and say so to Python."""

from __future__ import annotations

from abc import ABCMeta

from textual.message_pump import _MessagePumpMeta


class AbstractMeta(_MessagePumpMeta, ABCMeta):
    """Makes a class of Textual's an abstract one, too; an instance that lacks a method cannot be made."""
