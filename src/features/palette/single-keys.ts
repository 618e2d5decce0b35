import { useLocalStorage } from '@mantine/hooks'

/** Whether keys without a modifier do something; kept in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({
    key: 'incasso-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
