// What higher wings add to the editor of queues; the app hands it in.
import type { ComponentType } from 'react'
import type { Queue } from '@guiche/shared/features/org/queues.ts'

export interface QueueExtras {
  /** The menu that a queue shows its customers; `onDirty` hears whether something typed there would be lost. */
  Options: ComponentType<{ queue: Queue; onDirty: (isDirty: boolean) => void }>
  /** A dialog that runs the conversation of a queue. */
  TryOut: ComponentType<{ queue: Queue; onClose: () => void }>
}
