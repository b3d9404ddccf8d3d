import { Fetching } from '../shared/ui/Fetching.tsx';
import { Themed } from './Themed.tsx';

/** What stands on the page while a sign-in answer is being taken. */
export const Starting = () => (
  <Themed>
    <Fetching height="100vh" />
  </Themed>
);
