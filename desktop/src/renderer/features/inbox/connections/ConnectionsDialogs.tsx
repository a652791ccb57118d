// What the connections screen opens over itself, one at a time.
import { useTranslation } from 'react-i18next'
import { endSession, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { removeConnection } from './connections.store.ts'
import { InboundFailuresDialog } from './failures/InboundFailuresDialog.tsx'
import type { ConnectionExtras } from './list/connection-extras.ts'
import { ConnectionDialog } from './list/ConnectionDialog.tsx'
import { QrDialog } from './pairing/QrDialog.tsx'
import { UptimeDialog } from './uptime/UptimeDialog.tsx'

export type OpenDialog =
  | { kind: 'add' | 'failures' }
  | { kind: 'edit' | 'delete' | 'disconnect' | 'renew' | 'uptime'; connection: Connection }
  | { kind: 'qr'; id: number }

interface ConnectionsDialogsProps {
  dialog: OpenDialog
  extras: ConnectionExtras
  /** Shows the code of a connection. */
  onShowQr: (id: number) => void
  onNewQr: (connection: Connection) => Promise<void>
  onClose: () => void
}

export function ConnectionsDialogs({ dialog, extras, onShowQr, onNewQr, onClose }: ConnectionsDialogsProps) {
  const { t } = useTranslation(['connections', 'words'])
  switch (dialog.kind) {
    case 'add':
      return <ConnectionDialog extras={extras} onSaved={({ id }) => onShowQr(id)} onClose={onClose} />
    case 'edit':
      return <ConnectionDialog connection={dialog.connection} extras={extras} onClose={onClose} />
    case 'qr':
      return <QrDialog key={dialog.id} id={dialog.id} onClose={onClose} />
    case 'failures':
      return <InboundFailuresDialog onClose={onClose} />
    case 'uptime':
      return <UptimeDialog connection={dialog.connection} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.connection.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeConnection(dialog.connection.id)
            notify.success(t('deleted'))
          }}
          onClose={onClose}
        />
      )
    case 'disconnect':
      return (
        <ConfirmDialog
          title={t('disconnectTitle', { name: dialog.connection.name })}
          text={t('disconnectText')}
          confirmLabel={t('disconnect')}
          onConfirm={async () => {
            await call(endSession, { params: { id: dialog.connection.id } })
            notify.success(t('sessionEnded'))
          }}
          onClose={onClose}
        />
      )
    case 'renew':
      return (
        <ConfirmDialog
          title={t('newQrTitle')}
          text={t('newQrText', { name: dialog.connection.name })}
          confirmLabel={t('newQr')}
          isDangerous={false}
          onConfirm={() => onNewQr(dialog.connection)}
          onClose={onClose}
        />
      )
  }
}
