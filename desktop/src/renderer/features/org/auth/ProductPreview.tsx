// What the desk looks like, beside the form: the list of tickets and a conversation, in the language and the theme of the page.
import { IconChecks, IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/layout/Avatar.tsx'
import classes from './product-preview.module.css'

const customers = [
  { name: 'Juliana Prates', said: 'previewCake', at: '10:42', unread: 0 },
  { name: 'Rafael Nunes', said: 'previewDelivery', at: '10:38', unread: 2 },
  { name: 'Débora Nogueira', said: 'previewThanks', at: '10:21', unread: 0 }
] as const

const talk = [
  { said: 'previewAsk', isOurs: false, at: '10:39' },
  { said: 'previewAnswer', isOurs: true, at: '10:40' },
  { said: 'previewCake', isOurs: false, at: '10:42' }
] as const

export function ProductPreview() {
  const { t } = useTranslation('auth')
  return (
    <div className={classes['preview']}>
      <div className={classes['list']}>
        {customers.map(({ name, said, at, unread }, index) => (
          <div key={name} className={classes['row']} data-open={index === 0 || undefined}>
            <Avatar name={name} size={32} />
            <span className={classes['text']}>
              <span className={classes['line']}>
                <b>{name}</b>
                <span className={classes['time']}>{at}</span>
              </span>
              <span className={classes['line']}>
                <span className={classes['last']}>{t(said)}</span>
                {unread > 0 && <span className={classes['count']}>{unread}</span>}
              </span>
            </span>
          </div>
        ))}
      </div>
      <div className={classes['talk']}>
        {talk.map(({ said, isOurs, at }) => (
          <div key={said} className={classes['bubble']} data-ours={isOurs || undefined}>
            {t(said)}
            <span className={classes['meta']}>
              {at}
              {isOurs && <IconChecks size={14} stroke={1.8} />}
            </span>
          </div>
        ))}
        <div className={classes['field']}>
          {t('previewField')}
          <IconSend2 size={16} stroke={1.6} />
        </div>
      </div>
    </div>
  )
}
