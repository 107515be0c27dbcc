import { z } from 'zod'

/** The content policy forbids made-up code, so zod must not try. Comes before every module that parses as it loads. */
z.config({ jitless: true })
