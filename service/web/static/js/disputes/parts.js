/** The statuses of disputes. */
export const UNDECIDED = ["open", "appealed"];
export const DECIDED = ["ruled", "closed", "withdrawn"];
