// Asks people in: the button, the dialog that asks whom, and the links that come of it.
import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FreshInvitation } from '@guiche/shared/features/org/invitations.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinksDialog } from './LinksDialog.tsx'

export function InviteButton() {
  const { t } = useTranslation('invitations')
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<FreshInvitation[]>([])
  const ask = () => setAsking(true)
  return (
    <>
      <Button visibleFrom="sm" variant="default" leftSection={<IconMailPlus size={16} />} onClick={ask}>
        {t('invite')}
      </Button>
      {/* Beside the search and the other button there is no room for a word. */}
      <IconButton
        hiddenFrom="sm"
        variant="default"
        size="input-sm"
        label={t('invite')}
        icon={IconMailPlus}
        onClick={ask}
      />
      {isAsking && <InviteDialog onMade={setMade} onClose={() => setAsking(false)} />}
      {!isAsking && made.length > 0 && <LinksDialog made={made} onClose={() => setMade([])} />}
    </>
  )
}
