// Written by `make events` from domain/events.py; do not change it by hand.

/** What docs/events.md says of every type of event. `declarations.js` says what the kinds of values are. */
export const DECLARED = {
  GameCreated: {
    by: ["player:ID", "arbiter:ID", "service"],
    members: {
      ruleset: "RULESET",
      content: "HEX64",
      options: "OBJECT",
      seats: "SEAT_COUNT",
      commitment: "HEX64",
    },
    optional: {
      creator: "ID",
      clock: "CLOCK_OR_NULL",
      visibility: "VISIBILITY",
      parent: "PARENT",
      reserved: "RESERVED",
      rematch_of: "GAME",
      spectator_delay: "DELAY",
      hints: "TRUTH",
    },
    can_follow_end: false,
  },
  SeatTaken: {
    by: ["player:ID", "service", "arbiter:ID"],
    members: {
      seat: "SEAT",
      player: "ID_OR_NULL",
      bot: "PROGRAM_OR_NULL",
      nonce_commitment: "HEX64_OR_NULL",
    },
    optional: {},
    can_follow_end: false,
  },
  SeatLeft: {
    by: ["player:ID", "arbiter:ID"],
    members: {
      seat: "SEAT",
    },
    optional: {},
    can_follow_end: false,
  },
  SeatsClosed: {
    by: ["service"],
    members: {
      deadline: "TIME_OR_NULL",
    },
    optional: {},
    can_follow_end: false,
  },
  NonceRevealed: {
    by: ["player:ID"],
    members: {
      seat: "SEAT",
      nonce: "NONCE",
    },
    optional: {},
    can_follow_end: false,
  },
  GameStarted: {
    by: ["player:ID", "arbiter:ID", "service"],
    members: {
      facts: "FACTS",
      state: "HEX64",
    },
    optional: {
      draws: "DRAWS",
    },
    can_follow_end: false,
  },
  ActionTaken: {
    by: ["seat:K"],
    members: {
      seat: "SEAT",
      decision: "NUMBER",
      action: "ACTION",
      facts: "FACTS",
      state: "HEX64",
    },
    optional: {
      draws: "DRAWS",
    },
    can_follow_end: false,
  },
  SeatReplaced: {
    by: ["clock", "seat:K", "player:ID"],
    members: {
      seat: "SEAT",
      player: "ID",
      bot: "PROGRAM_OR_NULL",
      reason: "REPLACED_REASON",
    },
    optional: {},
    can_follow_end: false,
  },
  SeatResigned: {
    by: ["clock", "seat:K"],
    members: {
      seat: "SEAT",
      bot: "PROGRAM_OR_NULL",
      reason: "RESIGNED_REASON",
    },
    optional: {},
    can_follow_end: false,
  },
  TimeExpired: {
    by: ["clock"],
    members: {
      seat: "SEAT",
      decision: "NUMBER",
    },
    optional: {},
    can_follow_end: false,
  },
  EndProposed: {
    by: ["seat:K"],
    members: {
      seat: "SEAT",
      of: "SEATS",
    },
    optional: {},
    can_follow_end: false,
  },
  EndAnswered: {
    by: ["seat:K"],
    members: {
      seat: "SEAT",
      proposed: "NUMBER",
      agrees: "TRUTH",
    },
    optional: {},
    can_follow_end: false,
  },
  TakeBackAsked: {
    by: ["seat:K"],
    members: {
      seat: "SEAT",
      action: "NUMBER",
      of: "SEATS",
    },
    optional: {},
    can_follow_end: false,
  },
  TakeBackAnswered: {
    by: ["seat:K"],
    members: {
      seat: "SEAT",
      asked: "NUMBER",
      agrees: "TRUTH",
    },
    optional: {},
    can_follow_end: false,
  },
  ActionTakenBack: {
    by: ["seat:K", "service"],
    members: {
      seat: "SEAT",
      action: "NUMBER",
      state: "HEX64",
    },
    optional: {},
    can_follow_end: false,
  },
  DisputeOpened: {
    by: ["player:ID"],
    members: {
      seat: "SEAT_OR_NULL",
      event: "NUMBER",
      claim: "TEXT",
      receipts: "TEXTS",
      record: "OWN_RECORD_OR_NULL",
    },
    optional: {},
    can_follow_end: true,
  },
  DisputeFindingAttached: {
    by: ["service"],
    members: {
      dispute: "NUMBER",
      finding: "OBJECT",
    },
    optional: {},
    can_follow_end: true,
  },
  DisputeRuled: {
    by: ["arbiter:ID"],
    members: {
      dispute: "NUMBER",
      verdict: "VERDICT",
      remedy: "REMEDY_OR_NULL",
      reason: "TEXT",
    },
    optional: {},
    can_follow_end: true,
  },
  DisputeAppealed: {
    by: ["player:ID"],
    members: {
      dispute: "NUMBER",
      reason: "TEXT",
    },
    optional: {},
    can_follow_end: true,
  },
  DisputeWithdrawn: {
    by: ["player:ID"],
    members: {
      dispute: "NUMBER",
    },
    optional: {},
    can_follow_end: true,
  },
  DisputeClockResumed: {
    by: ["clock"],
    members: {
      dispute: "NUMBER",
    },
    optional: {},
    can_follow_end: false,
  },
  GameFinished: {
    by: ["service"],
    members: {
      outcome: "OBJECT",
    },
    optional: {},
    can_follow_end: false,
  },
  GameAborted: {
    by: ["player:ID", "arbiter:ID", "service", "clock"],
    members: {
      reason: "TEXT",
    },
    optional: {
      seats: "SEATS",
      resumed_by: "GAME",
    },
    can_follow_end: false,
  },
  SeedRevealed: {
    by: ["service"],
    members: {
      seed: "HEX64",
    },
    optional: {},
    can_follow_end: true,
  },
};
