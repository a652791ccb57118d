// How an attempt to pair ended, in a mark and two sentences.
import type { ReactNode } from 'react'
import { Stack, Text, ThemeIcon } from '@mantine/core'

interface OutcomeProps {
  icon: ReactNode
  color: string
  title: string
  text: string
}

export function Outcome({ icon, color, title, text }: OutcomeProps) {
  return (
    <Stack align="center" gap="xs" py="lg" ta="center" role="status">
      <ThemeIcon size={56} radius="xl" color={color} variant="light">
        {icon}
      </ThemeIcon>
      <Text fw={600} size="lg">
        {title}
      </Text>
      <Text c="dimmed" maw={320}>
        {text}
      </Text>
    </Stack>
  )
}
