// Asks before a token of a connection is made.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { renewToken } from '@guiche/shared/features/inbox/connection-token.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'

interface NewTokenDialogProps {
  connection: Connection
  /** There is one already, which stops working. */
  isReplacing: boolean
  onMade: (token: string) => void
  onClose: () => void
}

export function NewTokenDialog({ connection, isReplacing, onMade, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('connections')
  const renew = async (body: { currentPassword?: string }) =>
    onMade((await call(renewToken, { params: { id: connection.id }, body })).token)
  return (
    <ConfirmedDialog
      title={t(isReplacing ? 'tokenOtherTitle' : 'tokenTitle')}
      submitLabel={t(isReplacing ? 'tokenMakeOther' : 'tokenMake')}
      onConfirm={renew}
      onClose={onClose}
    >
      <Text>{t(isReplacing ? 'tokenOtherText' : 'tokenText', { name: connection.name })}</Text>
    </ConfirmedDialog>
  )
}
