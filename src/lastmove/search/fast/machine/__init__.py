"""What searches, whatever the game: the kernel and its table, its plain twin, the compiler, threads and checkpoints."""
