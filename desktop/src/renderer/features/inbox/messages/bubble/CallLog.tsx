// A call that the customer made to the company's number.
import { IconPhoneIncoming, IconVideo } from '@tabler/icons-react'
import { useTranslation } from '#platform/text/translation.ts'
import classes from '#ui/conversation/media.module.css'

export function CallLog({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const isVideo = /video|vídeo/i.test(body)
  const Sign = isVideo ? IconVideo : IconPhoneIncoming
  return (
    <span className={classes['row']}>
      <Sign size={18} stroke={1.6} aria-hidden />
      {isVideo ? t('callVideo') : t('callVoice')}
    </span>
  )
}
