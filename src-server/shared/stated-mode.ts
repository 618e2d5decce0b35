import { z } from 'zod'
import { modes } from './mode.ts'

/**
 * The mode (test or live) that a download expects. It is in the URL's query, since a download cannot send headers. The
 * request's context checks it before this schema reads the input.
 */
export const StatedMode = z.enum(modes).optional().meta({
  description:
    'Mode that the caller expects, test or live. With 409 the server refuses to export from the other one',
})
