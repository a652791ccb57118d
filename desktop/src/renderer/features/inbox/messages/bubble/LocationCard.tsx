// A place: its picture when one came along, what it is called, and the way to the map.
import { IconMapPin } from '@tabler/icons-react'
import { parseLocationBody } from '@guiche/shared/features/inbox/messages.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from '#ui/conversation/media.module.css'

/** Only addresses of the web lead anywhere, and only pictures that came in the message are shown. */
const safeLink = (link: string): string | undefined => (/^https?:\/\//i.test(link) ? link : undefined)
const safeImage = (image: string): string | null => (/^(data:image\/|https?:\/\/)/i.test(image) ? image : null)

export function LocationCard({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const { image, link, description } = parseLocationBody(body)
  const picture = safeImage(image)
  const hasPicture = picture !== null
  return (
    <a
      className={classes[hasPicture ? 'map' : 'place']}
      href={safeLink(link)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {hasPicture ? (
        <span className={classes['mapPicture']}>
          <img src={picture} alt="" />
        </span>
      ) : (
        <span className={classes['sign']}>
          <IconMapPin size={22} stroke={1.5} aria-hidden />
        </span>
      )}
      <span className={classes[hasPicture ? 'mapText' : 'facts']}>
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
