// The token with which other programs use a connection: the server makes it, and it is shown this once.
import { useState } from 'react'
import { ActionIcon, Button, CopyButton, Input, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

const order = ['label', 'description', 'input', 'error'] as const

function FreshToken({ token }: { token: string }) {
  const { t } = useTranslation(['connections', 'words'])
  return (
    <TextInput
      label={t('formToken')}
      description={<span role="status">{t('tokenFresh')}</span>}
      inputWrapperOrder={[...order]}
      readOnly
      value={token}
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      rightSection={
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'words:copied' : 'words:copy')}>
              <ActionIcon aria-label={t('words:copy')} onClick={copy}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      }
    />
  )
}

/** `connection` is absent while it is being added: there is nothing yet that a token could be for. */
export function ConnectionToken({ connection }: { connection: Connection | undefined }) {
  const { t } = useTranslation('connections')
  const [token, setToken] = useState('')
  const [isAsking, setAsking] = useState(false)
  if (!connection) return <Input.Wrapper label={t('formToken')} description={t('tokenLater')} />
  const isReplacing = connection.hasToken || token !== ''
  return (
    <div>
      {token === '' ? (
        <Input.Wrapper label={t('formToken')} description={t(isReplacing ? 'tokenKept' : 'tokenNone')} />
      ) : (
        <FreshToken token={token} />
      )}
      <Button variant="default" mt="xs" onClick={() => setAsking(true)}>
        {t(isReplacing ? 'tokenMakeOther' : 'tokenMake')}
      </Button>
      {isAsking && (
        <NewTokenDialog
          connection={connection}
          isReplacing={isReplacing}
          onMade={setToken}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
