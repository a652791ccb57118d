// Asks people in: the button, the dialog that asks whom, and the links that come of it.
import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FreshInvitation } from '@guiche/shared/features/org/invitations.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { LinksDialog } from './LinksDialog.tsx'

export function InviteButton() {
  const { t } = useTranslation('invitations')
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<FreshInvitation[]>([])
  return (
    <>
      <Button variant="default" leftSection={<IconMailPlus size={16} />} onClick={() => setAsking(true)}>
        {t('invite')}
      </Button>
      {isAsking && <InviteDialog onMade={setMade} onClose={() => setAsking(false)} />}
      {!isAsking && made.length > 0 && <LinksDialog made={made} onClose={() => setMade([])} />}
    </>
  )
}
