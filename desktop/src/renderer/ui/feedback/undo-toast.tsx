// A toast that says what was done and offers the way back for a while.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** Milliseconds in which a person can change their mind. */
const stay = 6_000

interface UndoOffer {
  message: string
  label: string
  run: () => void
}

/** Shows the offer; it goes by itself, and with the first use. */
export function offerUndo({ message, label, run }: UndoOffer): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: stay,
    withCloseButton: true,
    role: 'status',
    message: (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id)
            run()
          }}
        >
          {label}
        </Button>
      </Group>
    )
  })
}
