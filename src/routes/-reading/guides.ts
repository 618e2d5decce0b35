import sdk from '#sdk/README.md?raw'
import agents from '../../../docs/agents.md?raw'
import api from '../../../docs/api.md?raw'
import integrate from '../../../docs/integrate.md?raw'
import listen from '../../../docs/listen.md?raw'
import medusa from '../../../docs/medusa.md?raw'
import problems from '../../../docs/problems.md?raw'
import rehearse from '../../../docs/rehearse.md?raw'
import woocommercePlugin from '../../../docs/samples/incasso-woocommerce.php?raw'
import pythonReceiver from '../../../docs/samples/webhook_receiver.py?raw'

// oxlint-disable-next-line import/default -- its text, not what it exports
import typescriptReceiver from '../../../docs/samples/webhook-receiver.ts?raw'
import webhooks from '../../../docs/webhooks.md?raw'
import woocommerce from '../../../docs/woocommerce.md?raw'

type Guide = { slug: string; label: string; file: string; text: string }

const sample = (title: string, language: string, code: string) =>
  `# ${title}\n\nA receiver without any library, which the tests of Incasso run and send to. [Receiving webhooks](../webhooks.md) says what it does and why.\n\n\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n`

/** The developer documents, by their paths from the docs folder. */
export const guides: readonly Guide[] = [
  { slug: 'integrate', label: 'Integrate in ten minutes', file: 'integrate.md', text: integrate },
  { slug: 'sdk', label: 'SDK for TypeScript', file: '../src-sdk/README.md', text: sdk },
  { slug: 'api', label: 'Calling the API', file: 'api.md', text: api },
  { slug: 'webhooks', label: 'Receiving webhooks', file: 'webhooks.md', text: webhooks },
  { slug: 'agents', label: 'Assistants and coding agents', file: 'agents.md', text: agents },
  { slug: 'listen', label: 'Webhooks in development', file: 'listen.md', text: listen },
  { slug: 'rehearse', label: 'Rehearse', file: 'rehearse.md', text: rehearse },
  { slug: 'medusa', label: 'Medusa', file: 'medusa.md', text: medusa },
  { slug: 'woocommerce', label: 'WooCommerce', file: 'woocommerce.md', text: woocommerce },
  { slug: 'problems', label: 'Problems and declines', file: 'problems.md', text: problems },
  {
    slug: 'typescript-receiver',
    label: 'Receiver in TypeScript',
    file: 'samples/webhook-receiver.ts',
    text: sample('A webhook receiver in TypeScript', 'ts', typescriptReceiver),
  },
  {
    slug: 'python-receiver',
    label: 'Receiver in Python',
    file: 'samples/webhook_receiver.py',
    text: sample('A webhook receiver in Python', 'py', pythonReceiver),
  },
  {
    slug: 'woocommerce-plugin',
    label: 'Gateway for WooCommerce',
    file: 'samples/incasso-woocommerce.php',
    text: `# A gateway for WooCommerce\n\n[WooCommerce](../woocommerce.md) says how to install it.\n\n\`\`\`php\n${woocommercePlugin.trimEnd()}\n\`\`\`\n`,
  },
]

const otherUrls: Record<string, string> = {
  'openapi.json': '/api/openapi.json',
  'openapi.v2.json': '/api/openapi.json?version=v2',
}

/** Returns a path without the leading `../` or `../docs/`, with which guides in docs/samples/ and src-sdk/ link to docs/. */
const withoutParentFolder = (path: string) => path.replace(/^\.\.\/(?:docs\/)?/, '')

/**
 * Returns the page's URL for a link between files of the docs folder; undefined when it leads outside the
 * folder.
 */
export function guideUrl(href: string): string | undefined {
  if (href.startsWith('#') || href.startsWith('https://')) return href
  const [file = '', anchor] = withoutParentFolder(href).split('#')
  const guide = guides.find((each) => withoutParentFolder(each.file) === file)
  const target = guide ? `/docs/${guide.slug}` : otherUrls[file]
  if (target === undefined) return undefined
  return anchor === undefined ? target : `${target}#${anchor}`
}
