import PauseOutlined from '@mui/icons-material/PauseOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import 'swiper/css';
import { A11y, Autoplay } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import type { Swiper as Instance } from 'swiper/types';
import type { Family } from './family.ts';

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Slides that move by themselves until somebody pauses them; never for people who asked for less motion. */
export function Carousel({ slides }: { slides: Family['slides'] }) {
  const [swiper, setSwiper] = useState<Instance | null>(null);
  const [isPaused, setPaused] = useState(isCalm);
  const toggle = () => {
    if (isPaused) swiper?.autoplay.start();
    else swiper?.autoplay.stop();
    setPaused(!isPaused);
  };
  return (
    <Box component="section" aria-roledescription="carousel" aria-label="How it works" sx={{ mt: 12 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 3 }}>
        <Typography component="h2" sx={{ fontSize: 20, fontWeight: 650, flex: 1 }}>
          How it works
        </Typography>
        <IconButton onClick={toggle} aria-label={isPaused ? 'Play' : 'Pause'}>
          {isPaused ? <PlayArrowOutlined /> : <PauseOutlined />}
        </IconButton>
      </Box>
      <Swiper
        modules={[Autoplay, A11y]}
        onSwiper={setSwiper}
        loop
        spaceBetween={16}
        breakpoints={{ 0: { slidesPerView: 1 }, 600: { slidesPerView: 2 }, 960: { slidesPerView: 3 } }}
        autoplay={isCalm() ? false : { delay: 5000, disableOnInteraction: true }}
      >
        {slides.map(({ title, text }, index) => (
          <SwiperSlide key={title}>
            <Card sx={{ p: 6, minHeight: 168 }}>
              <Typography sx={{ color: 'link', fontWeight: 650, fontSize: 13 }}>{index + 1}</Typography>
              <Typography component="h3" sx={{ fontSize: 16, fontWeight: 600, mt: 1 }}>
                {title}
              </Typography>
              <Typography color="textSecondary" sx={{ mt: 1 }}>
                {text}
              </Typography>
            </Card>
          </SwiperSlide>
        ))}
      </Swiper>
    </Box>
  );
}
