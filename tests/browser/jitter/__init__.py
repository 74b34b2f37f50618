"""A bad network for the pages: requests and answers that are late, lost, cut and repeated, by a seed."""
