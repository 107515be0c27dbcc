import { providers } from '../../strings/providers.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { Fold } from '../../ui/fold.tsx'

const words = providers.form

/** Where to get a provider's key, as a link with its host and path in sight, and what a key is. */
export function GetKey({ page }: { page: string }) {
  return (
    <div className="stack gap1 small ink2">
      <p>
        <Phrase
          text={words.getKey}
          slots={{
            page: (
              <a href={`https://${page}`} target="_blank" rel="noopener noreferrer nofollow">
                {page}
              </a>
            ),
          }}
        />
      </p>
      <Fold label={words.whatIsKey}>
        <p className="loose">{words.aboutKeys}</p>
      </Fold>
    </div>
  )
}
