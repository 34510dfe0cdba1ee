"""The questions of Ora et Labora (§19.10): one file for each chapter of the rules.

The questions that belong to an entry of a building's function are kept beside that entry, in `effects`.
"""
