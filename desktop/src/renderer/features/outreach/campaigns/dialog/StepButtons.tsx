// The buttons under the steps of a campaign: back, leave, keep what there is, and on to the next step or out to people.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What a submit of the form is meant for. */
export type Wish = 'next' | 'save' | 'send'

interface StepButtonsProps {
  isLast: boolean
  isReadOnly: boolean
  isBusy: boolean
  /** Says what the last step does; null where it does no more than save. */
  sendLabel: string | null
  onWish: (wish: Wish) => void
  onLeave: () => void
}

export function StepButtons({ isLast, isReadOnly, isBusy, sendLabel, onWish, onLeave }: StepButtonsProps) {
  const { t } = useTranslation(['campaigns', 'words'])
  const isOnlySaved = isLast && sendLabel === null
  return (
    <>
      <Button variant="default" onClick={onLeave} {...(!isReadOnly && { visibleFrom: 'xs' })}>
        {t(isReadOnly ? 'words:close' : 'words:cancel')}
      </Button>
      {!isReadOnly && !isOnlySaved && (
        <Button
          variant="default"
          disabled={isBusy}
          onClick={({ currentTarget }) => {
            onWish('save')
            currentTarget.form?.requestSubmit()
          }}
        >
          {t('words:save')}
        </Button>
      )}
      {!isLast && (
        <Button type="submit" loading={isBusy} onClick={() => onWish('next')}>
          {t('next')}
        </Button>
      )}
      {isLast && !isReadOnly && (
        <Button type="submit" loading={isBusy} onClick={() => onWish(isOnlySaved ? 'save' : 'send')}>
          {sendLabel ?? t('words:save')}
        </Button>
      )}
    </>
  )
}
