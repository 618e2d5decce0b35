import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { ErrorState } from '#client/components/error-state.tsx'
import { saveFile } from '#client/lib/download.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import classes from './payment-links.module.css'

const texts = paymentLinks.qr

type Props = { link: Pick<PaymentLink, 'id' | 'title'> }

/** Loads a link's QR code, which never becomes stale, because a URL's QR code does not change. */
export const useQr = (id: string) => trpc.paymentLinks.qr.useQuery({ id }, { staleTime: Infinity })

/** Returns a data: URL for an SVG text. */
export const svgUrl = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** The QR code of a link, to scan or save, in every status. */
export function LinkQr({ link: { id, title } }: Props) {
  const { data, error, refetch, isFetching } = useQr(id)
  if (error && !data) {
    return (
      <ErrorState
        title={texts.failed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  const fileName = `${slugOf(title) || id}-qr`
  return (
    <Stack gap="sm" align="center" aria-busy={data ? undefined : true}>
      <div className={classes.code}>
        {data ? (
          <img src={svgUrl(data.svg)} alt={texts.image(title)} width={176} height={176} />
        ) : (
          <Skeleton width={176} height={176} />
        )}
      </div>
      <Group gap="xs" justify="center">
        <Button
          size="xs"
          variant="default"
          disabled={!data}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => data && saveFile(`${fileName}.png`, pngFile(data.png))}
        >
          {texts.png}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!data}
          onClick={() => data && saveFile(`${fileName}.svg`, svgFile(data.svg))}
        >
          {texts.svg}
        </Button>
      </Group>
    </Stack>
  )
}

const svgFile = (svg: string) => new Blob([svg], { type: 'image/svg+xml' })

const pngFile = (base64: string) =>
  new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: 'image/png' })

/** Returns the letters and digits of a title, for a file name. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
