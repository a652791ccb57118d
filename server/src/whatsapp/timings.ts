// How long the room waits for what. Tests shorten it.

/** What a node promises with a heartbeat, in milliseconds from it: by then it has ended its sockets. */
export interface Promises {
  /** If no further heartbeat follows. */
  lease: number
  /** If no further heartbeat follows and PostgreSQL no longer has the lock of its connection. */
  unlocked: number
}

export interface HeartbeatSettings {
  /** While other nodes could take over. */
  together: Promises
  /** While there are none: a database that restarts must not end every session. */
  alone: Promises
  /** A heartbeat without an answer for this long: another connection is tried beside its own. */
  patience: number
  /** After its lock was away the node judges others by their leases alone: theirs may be away for the same reason. */
  settle: number
}

/** All in milliseconds. */
export interface Timings {
  /** From one stage of opening a socket to the next. */
  opening: number
  /** Without any frame for this long an open socket is asked for a sign of life. */
  silence: number
  /** It has this long to answer. */
  ping: number
  /** Life of every QR code; absent: WhatsApp's own, a minute for the first and 20 seconds for the others. */
  qr?: number
  /** What a code that is typed on the phone is good for. */
  pairingCode: number
  /** What a phone on which a code was just typed gets to finish. */
  pairingGrace: number
  keepAlive: number
  /** Open for this long: earlier failures are forgotten. */
  stable: number
  ackDeadline: number
  /** What WhatsApp gets for an answer that the work at hand can do without. */
  answer: number
  /** What WhatsApp gets for an answer that a login, or the first synchronization, can do without. */
  lateAnswer: number
  /** A media host that sends nothing for this long counts as dead. */
  mediaSilence: number
  /** A closed web socket that Baileys has not reported after this long counts as ended. */
  closeGrace: number
  /** What stopping a session may take for handing over what it has. */
  drain: number
  /** Factor on the pauses between tries. */
  backOff: number
  heartbeat: HeartbeatSettings
  /** Between two heartbeats. */
  heartbeatEvery: number
  /** Between two looks at the connections that nothing has asked for. */
  poll: number
  /** Longest time one opening session keeps others from starting. */
  startSlot: number
}

export const defaultTimings: Timings = {
  // WhatsApp Web takes what is typed within three minutes.
  pairingCode: 160_000,
  pairingGrace: 20_000,
  keepAlive: 25_000,
  opening: 45_000,
  silence: 35_000,
  ping: 10_000,
  stable: 30_000,
  ackDeadline: 20_000,
  answer: 5000,
  lateAnswer: 8000,
  mediaSilence: 30_000,
  closeGrace: 1500,
  drain: 5000,
  backOff: 1,
  heartbeat: {
    together: { lease: 6_000, unlocked: 2_000 },
    alone: { lease: 15_000, unlocked: 15_000 },
    patience: 700,
    settle: 3_000
  },
  heartbeatEvery: 300,
  poll: 4000,
  startSlot: 10_000
}
