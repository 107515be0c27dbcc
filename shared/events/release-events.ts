/** A release of Atrium as its publisher describes it: third-party text of limited length. `page` is its web page. */
export type Release = { version: string; notes: string; page: string }

/** The last look for a newer version. A failed one keeps what an earlier one found; `problem` is a sentence. */
export type ReleaseLook = { at: number; newer?: Release | undefined; problem?: string | undefined }

/** The host that this installation asks for newer versions and the releases’ web page, if it knows them; the last look. */
export type Releases = { host?: string | undefined; page?: string | undefined; look?: ReleaseLook | undefined }

/** Atrium learned something about newer versions. Transient: a look is repeated, never replayed. */
export type ReleaseEvent = { type: 'releases.known'; releases: Releases }
