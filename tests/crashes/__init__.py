"""The application on a simulated disk, clock and threads: crashes at every write, in every order."""
