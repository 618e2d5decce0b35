import { readFile } from 'node:fs/promises'
import path, { posix } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'

/** A guide for people and programs that integrate Incasso: a file of the repository, served under /docs/. */
type Guide = { name: string; file: string; about: string }

/** Every guide that is served. No other file can be read here. */
export const servedGuides: readonly Guide[] = [
  {
    name: 'agents.md',
    file: 'docs/agents.md',
    about: 'Connect an assistant, or have a coding agent integrate a shop',
  },
  {
    name: 'integrate.md',
    file: 'docs/integrate.md',
    about: 'From a running server to an order that is paid once',
  },
  { name: 'sdk.md', file: 'src-sdk/README.md', about: 'The client for TypeScript' },
  { name: 'api.md', file: 'docs/api.md', about: 'Keys, calls, idempotency, lists and errors' },
  {
    name: 'webhooks.md',
    file: 'docs/webhooks.md',
    about: 'Event types, signatures, retries and replays',
  },
  {
    name: 'listen.md',
    file: 'docs/listen.md',
    about: 'Webhooks on a developer’s machine',
  },
  {
    name: 'rehearse.md',
    file: 'docs/rehearse.md',
    about: 'Twenty scenarios that a shop’s server must survive',
  },
  {
    name: 'medusa.md',
    file: 'docs/medusa.md',
    about: 'The payment provider for Medusa 2',
  },
  {
    name: 'woocommerce.md',
    file: 'docs/woocommerce.md',
    about: 'A gateway for WooCommerce',
  },
  {
    name: 'problems.md',
    file: 'docs/problems.md',
    about: 'Every refusal and decline code, and what to do about it',
  },
  {
    name: 'methods.md',
    file: 'docs/methods.md',
    about: 'What each payment method means for a shop',
  },
  {
    name: 'samples/webhook-receiver.ts',
    file: 'docs/samples/webhook-receiver.ts',
    about: 'A receiver of webhooks in TypeScript, without a library',
  },
  {
    name: 'samples/webhook_receiver.py',
    file: 'docs/samples/webhook_receiver.py',
    about: 'A receiver of webhooks in Python, without a library',
  },
  {
    name: 'samples/incasso-woocommerce.php',
    file: 'docs/samples/incasso-woocommerce.php',
    about: 'A gateway for WooCommerce in one file',
  },
]

/** URLs of the files that the server itself generates. */
const generated: Readonly<Record<string, string>> = {
  'docs/openapi.json': '/api/openapi.json',
  'docs/openapi.v2.json': '/api/openapi.json?version=v2',
}

/** The server's URL in the guides' examples. Readers get it replaced by the URL of this server. */
const WRITTEN_FOR = 'http://127.0.0.1:3000'

const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g

/** Returns a guide's text with links to this server. Links to files that are not served stay as they are. */
export function guideText(text: string, { file }: Pick<Guide, 'file'>, appUrl: string): string {
  const linked = text.replaceAll(LINK, (link, href: string, anchor = '') => {
    const target = posix.join(posix.dirname(file), href)
    const guide = servedGuides.find((each) => each.file === target)
    const url = guide ? `/docs/${guide.name}` : generated[target]
    return url === undefined ? link : `](${appUrl}${url}${anchor})`
  })
  return linked.replaceAll(WRITTEN_FOR, appUrl)
}

const llmsText = (appUrl: string): string =>
  [
    '# Incasso',
    '',
    '> A dashboard and an API for payments by card, PayPal and bank transfer. Test keys begin with `sk_test_` and move no money.',
    '',
    `Calls go to ${appUrl}/api with an API key in the Authorization header. New programs use version 2: send \`Api-Version: v2\`.`,
    '',
    '## Guides',
    '',
    ...servedGuides.map(
      ({ name, about }) => `- [${name.replace(/\.md$/, '')}](${appUrl}/docs/${name}): ${about}`,
    ),
    '',
    '## Reference',
    '',
    `- [OpenAPI document](${appUrl}/api/openapi.json?version=v2): every call with all its fields`,
    `- [MCP server](${appUrl}/mcp): read-only tools for assistants, with an API key`,
    '',
  ].join('\n')

export type GuideOptions = {
  /** Folder with the files of the guides, by their paths in the repository. */
  folder: string
  appUrl: string
  limits: CallerLimits
}

/** GET /llms.txt and /docs/NAME.md: the guides as text, for assistants and coding agents. */
export async function guideRoutes(app: FastifyInstance, { folder, appUrl, limits }: GuideOptions) {
  app.get('/llms.txt', async (request, reply) => {
    await limits.countByAddress(request)
    return reply.type('text/plain; charset=utf-8').send(llmsText(appUrl))
  })
  for (const guide of servedGuides) {
    const type = guide.name.endsWith('.md') ? 'text/markdown' : 'text/plain'
    app.get(`/docs/${guide.name}`, async (request, reply) => {
      await limits.countByAddress(request)
      const text = await readGuide(path.join(folder, guide.file))
      return reply.type(`${type}; charset=utf-8`).send(guideText(text, guide, appUrl))
    })
  }
}

async function readGuide(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new AppError('not_found', 'This server has no such guide.', { cause })
  }
}
