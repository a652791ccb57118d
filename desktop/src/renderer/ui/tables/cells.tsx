// What cells of several tables look like.
import type { ReactNode } from 'react'
import { Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { StatusDot } from '../layout/StatusDot.tsx'

/** What one is called, and a quieter line about it. */
export function NameCell({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <>
      <Text fw={500}>{name}</Text>
      {children !== undefined && (
        <Text size="xs" c="dimmed">
          {children}
        </Text>
      )}
    </>
  )
}

/** A number, or what else stands below one another, in figures of the same width. */
export function Figures({ children }: { children: ReactNode }) {
  return <span className="g-numbers">{children}</span>
}

/** `none` is said where there is no file. */
export function FileName({ name, none }: { name: string | null; none: string }) {
  if (name === null) return <Text c="dimmed">{none}</Text>
  return (
    <Group gap={6} wrap="nowrap">
      <IconPaperclip size={16} stroke={1.6} aria-hidden />
      <Text lineClamp={1}>{name}</Text>
    </Group>
  )
}

export function OnOff({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      <StatusDot tone={isOn ? 'good' : 'off'} />
      {children}
    </Group>
  )
}
