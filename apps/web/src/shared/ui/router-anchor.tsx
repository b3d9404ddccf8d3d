import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> };

const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** An anchor that navigates inside the application; for `component=` of MUI parts. Addresses come from pathTo. */
export function RouterAnchor({ href, onClick, children, ...rest }: AnchorProps) {
  const router = useRouter();
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event) || rest.target) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      {children}
    </a>
  );
}

/** Goes to an address of pathTo. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return (path, options) => (options?.replace ? history.replace(path) : history.push(path));
}
