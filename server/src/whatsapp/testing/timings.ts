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
  leaseFor: 2000,
  poll: 300
}
