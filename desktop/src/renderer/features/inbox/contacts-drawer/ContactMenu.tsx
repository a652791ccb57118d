// What some may do with a person beside editing them.
import { useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconDots, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsAdmin, useMay } from '#platform/session/session.ts'
import { ErasePersonDialog } from '#features/inbox/personal-data/ErasePersonDialog.tsx'
import { PersonalDataDialog } from '#features/inbox/personal-data/PersonalDataDialog.tsx'

export function ContactMenu({ contact }: { contact: { id: number; name: string } }) {
  const { t } = useTranslation(['contacts', 'personalData', 'words'])
  const [isShowingData, setShowingData] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const isAdmin = useIsAdmin()
  const mayErase = useMay('contacts-page:deleteContact')
  if (!isAdmin && !mayErase) return null
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('words:moreActions')}
            title={t('words:moreActions')}
          >
            <IconDots size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isAdmin && (
            <Menu.Item leftSection={<IconFileZip size={16} stroke={1.6} />} onClick={() => setShowingData(true)}>
              {t('allData')}
            </Menu.Item>
          )}
          {mayErase && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => setErasing(true)}>
              {t('personalData:eraseItem')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isShowingData && <PersonalDataDialog contact={contact} onClose={() => setShowingData(false)} />}
      {isErasing && <ErasePersonDialog contact={contact} onClose={() => setErasing(false)} />}
    </>
  )
}
