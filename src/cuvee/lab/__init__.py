"""Many games at once: simulation, arenas, measurements."""
