import { useQuery } from '@tanstack/react-query';
import { API_BASE_PATH } from 'functions/contract';
import { useRef } from 'react';
import { reference } from 'virtual:api-reference';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useNearView } from '../../ui/responsive-image.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { announce } from '../../stores/announcement.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './developers.module.css';
import { formatted, resultOf, tryCall } from './try-it.tsx';

const PATH = `${API_BASE_PATH}/jokes/random`;

/** What the API answers right now; until the visitor has come near and the answer has arrived, an example. */
export function LiveAnswer() {
  const section = useRef<HTMLDivElement>(null);
  const near = useNearView(section, false);
  const online = useOnline();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [PATH],
    queryFn: () => tryCall(PATH),
    enabled: near,
    staleTime: Infinity,
    retry: false,
  });
  const again = async () => {
    const { data: tried, isSuccess } = await refetch();
    if (isSuccess) announce(resultOf(tried));
  };
  const trouble = online
    ? error && messageOf(error)
    : 'You are offline. A call needs a connection.';
  return (
    <div className={styles.live} ref={section}>
      <CodeBlock
        label={`Response of ${PATH}`}
        caption={
          <>
            <code>GET {PATH}</code>{' '}
            <span className={styles.result}>{data ? resultOf(data) : 'An example'}</span>
          </>
        }
        code={formatted(data?.text ?? reference.example)}
      >
        <BusyButton className="button button-main" busy={isFetching} onClick={() => void again()}>
          {isFetching && data ? 'Loading...' : 'Get another'}
        </BusyButton>
      </CodeBlock>
      <div role="alert">{trouble && <p className="field-error">{trouble}</p>}</div>
    </div>
  );
}
