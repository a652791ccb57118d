// The shape of a screen while its code is on the way.
import { Group, Skeleton, Stack } from '@mantine/core'

export function ScreenSkeleton() {
  return (
    <Stack gap="md" p="lg" aria-hidden>
      <Group justify="space-between">
        <Skeleton height={22} width={180} radius="sm" />
        <Skeleton height={32} width={120} radius="sm" />
      </Group>
      <Skeleton height={320} radius="lg" />
    </Stack>
  )
}
