// What higher wings add to the editor of connections; the app hands it in.
import type { ComponentType } from 'react'
import type { SelectProps } from '@mantine/core'

export interface ConnectionExtras {
  /** Chooses the AI prompt that answers on the connection. */
  PromptSelect: ComponentType<Omit<SelectProps, 'data'>>
}
