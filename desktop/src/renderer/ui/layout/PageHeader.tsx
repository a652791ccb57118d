// The head of a page: its title, a line about it, and the one primary action.
import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { Group, Text, Title } from '@mantine/core'

interface PageHeaderProps {
  title: string
  text?: ReactNode
  /** A badge below the title. */
  mark?: ReactNode
  /** Search field and buttons, the primary action last. */
  children?: ReactNode
}

export function PageHeader({ title, text, mark, children }: PageHeaderProps) {
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="sm" mb="md">
      <div>
        <Title order={1} className={classes['title'] ?? ''}>
          {title}
        </Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        {mark}
      </div>
      {children !== undefined && <div className={classes['tools']}>{children}</div>}
    </Group>
  )
}
