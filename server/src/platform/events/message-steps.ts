// Marks the steps of a received message's way for whoever measures it; costs nothing while nobody does.
import { channel } from 'node:diagnostics_channel'

/** In the order in which a message takes them. */
export type MessageStep = 'arrived' | 'decrypted' | 'durable' | 'taken' | 'stored'

export interface StepMark {
  step: MessageStep
  /** WhatsApp's ids of the messages. */
  waIds: string[]
  /** Milliseconds since 1970, with fractions. */
  at: number
}

export const stepChannel = channel('guiche:message-steps')

/** Tells that messages have come to a step. */
export function markStep(step: MessageStep, waIds: () => string[]): void {
  if (!stepChannel.hasSubscribers) return
  stepChannel.publish({ step, waIds: waIds(), at: performance.timeOrigin + performance.now() } satisfies StepMark)
}
