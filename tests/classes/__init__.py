"""Tests of classes and parties."""
