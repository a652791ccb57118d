// Waiting times of tests: as short as a busy machine allows.
import type { Timings } from '../timings.ts'

export const quickTimings: Partial<Timings> = {
  keepAlive: 1000,
  opening: 5000,
  silence: 800,
  ping: 500,
  stable: 1000,
  ackDeadline: 3000,
  answer: 500,
  lateAnswer: 500,
  mediaSilence: 1500,
  closeGrace: 200,
  backOff: 0.1,
  heartbeat: {
    together: { lease: 3000, unlocked: 1800 },
    alone: { lease: 3000, unlocked: 3000 },
    patience: 600,
    settle: 500
  },
  heartbeatEvery: 100,
  poll: 300
}
