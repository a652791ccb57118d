// A place: its picture when one came along, what it is called, and the way to the map.
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { parseLocationBody } from '@guiche/shared/features/inbox/messages.ts'
import classes from './media.module.css'

/** Only addresses of the web lead anywhere, and only pictures that came in the message are shown. */
const safeLink = (link: string): string | undefined => (/^https?:\/\//i.test(link) ? link : undefined)
const safePicture = (image: string): string | null => (/^(data:image\/|https?:\/\/)/i.test(image) ? image : null)

export const LocationCard = ({ body }: { body: string }) => {
  const { t } = useTranslation('messages')
  const { image, link, description } = parseLocationBody(body)
  const picture = safePicture(image)
  return (
    <a className={classes['map']} href={safeLink(link)} target="_blank" rel="noopener noreferrer">
      <span className={classes['mapPicture']}>
        {picture === null ? <IconMapPin size={36} stroke={1.4} aria-hidden /> : <img src={picture} alt="" />}
      </span>
      <span className={classes['mapText']}>
        {description !== '' && (
          <span className={classes['name']} dir="auto">
            {description}
          </span>
        )}
        <span className={classes['small']}>{t('openMap')}</span>
      </span>
    </a>
  )
}
