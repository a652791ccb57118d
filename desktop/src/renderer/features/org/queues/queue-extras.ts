// What higher wings add to the editor of queues; the app hands it in.
import type { ComponentType } from 'react'
import type { SelectProps } from '@mantine/core'
import type { Queue } from '@guiche/shared/features/org/queues.ts'

export interface QueueExtras {
  /** The menu that a queue shows its customers; `onDirty` hears whether something typed there would be lost. */
  Options: ComponentType<{ queue: Queue; onDirty: (isDirty: boolean) => void }>
  /** Who answers in the queue instead of a person: an AI prompt, a flow outside of the house. */
  PromptSelect: ComponentType<Omit<SelectProps, 'data'>>
  IntegrationSelect: ComponentType<Omit<SelectProps, 'data'>>
  /** A dialog that runs the conversation of a queue. */
  TryOut: ComponentType<{ queue: Queue; onClose: () => void }>
}
