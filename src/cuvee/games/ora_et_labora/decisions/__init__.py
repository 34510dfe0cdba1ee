"""The questions of Ora et Labora (§19.10): one file a chapter of the rules.

The questions that belong to an entry of a building's function stand beside that entry, in `effects`.
"""
