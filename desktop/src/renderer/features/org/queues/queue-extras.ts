// What higher wings add to the editor of queues; the app hands it in.
import type { ComponentType } from 'react'
import type { SelectProps } from '@mantine/core'

export interface QueueExtras {
  /** Who answers in the queue instead of a person: an AI prompt, a flow outside of the house. */
  PromptSelect: ComponentType<Omit<SelectProps, 'data'>>
  IntegrationSelect: ComponentType<Omit<SelectProps, 'data'>>
}
