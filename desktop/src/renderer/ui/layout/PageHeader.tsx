// The head of a page: its title, a line about it, and the one primary action.
import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { Box, Group, Text, Title } from '@mantine/core'
import { BackButton } from './BackButton.tsx'

interface PageHeaderProps {
  title: string
  text?: ReactNode
  /** A badge below the title. */
  mark?: ReactNode
  /** The way to the page above this one; on a phone the head of the screen leads back. */
  back?: { label: string; onClick: () => void }
  /** Search field and buttons, the primary action last. */
  children?: ReactNode
}

export function PageHeader({ title, text, mark, back, children }: PageHeaderProps) {
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="sm" mb="md">
      {back && (
        <Box visibleFrom="sm">
          <BackButton {...back} />
        </Box>
      )}
      <div className={classes['words']}>
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
