;; The loops of deep search that run over every vector of the vault or every word of a passage, sixteen numbers at a time, and
;; over every token of the model: a process that asks one question ends before V8 would have optimised a loop of JavaScript.
;; `plain-kernel.ts` does the same in plain JavaScript; `scripts/make-kernel.js` turns this text into `kernel-bytes.ts`.
;; All numbers of places are bytes in the memory; lengths are multiples of what one step takes.
(module
  (import "rappel" "memory" (memory 1))

  (func $sum (param $v v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $v)) (i32x4.extract_lane 1 (local.get $v)))
      (i32.add (i32x4.extract_lane 2 (local.get $v)) (i32x4.extract_lane 3 (local.get $v)))))

  (func $sumf (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; out[i] = asked · rows[i]; asked has 16 bits a number, rows have 8; width is a multiple of 16.
  (func (export "scan") (param $asked i32) (param $rows i32) (param $count i32) (param $width i32) (param $out i32)
    (local $end i32) (local $q i32) (local $last i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $asked))
        (local.set $last (i32.add (local.get $rows) (local.get $width)))
        (loop $step
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $rows)) (v128.load (local.get $q)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $rows)) (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $step (i32.lt_u (local.get $rows) (local.get $last))))
        (i32.store (local.get $out) (call $sum (i32x4.add (local.get $a) (local.get $b))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row))))

  ;; out[i] = row · others[i], all in 16 bits a number; width is a multiple of 16.
  (func (export "dots") (param $row i32) (param $others i32) (param $count i32) (param $width i32) (param $out i32)
    (local $end i32) (local $r i32) (local $last i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $other
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $r (local.get $row))
        (local.set $last (i32.add (local.get $others) (i32.shl (local.get $width) (i32.const 1))))
        (loop $step
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (v128.load (local.get $others)) (v128.load (local.get $r)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $others)) (v128.load offset=16 (local.get $r)))))
          (local.set $r (i32.add (local.get $r) (i32.const 32)))
          (local.set $others (i32.add (local.get $others) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $others) (local.get $last))))
        (i32.store (local.get $out) (call $sum (i32x4.add (local.get $a) (local.get $b))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $other))))

  ;; Codes of 4 bits become numbers of 16; width is a multiple of 32.
  (func (export "unpack") (param $codes i32) (param $width i32) (param $out i32)
    (local $end i32) (local $low v128) (local $high v128) (local $v v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $width) (i32.const 1))))
    (loop $block
      (local.set $high (v128.load (local.get $codes)))
      (local.set $low (v128.and (local.get $high) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
      (local.set $high (i8x16.shr_u (local.get $high) (i32.const 4)))
      (local.set $v (i8x16.sub
        (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $low) (local.get $high))
        (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
      (v128.store (local.get $out) (i16x8.extend_low_i8x16_s (local.get $v)))
      (v128.store offset=16 (local.get $out) (i16x8.extend_high_i8x16_s (local.get $v)))
      (local.set $v (i8x16.sub
        (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $low) (local.get $high))
        (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
      (v128.store offset=32 (local.get $out) (i16x8.extend_low_i8x16_s (local.get $v)))
      (v128.store offset=48 (local.get $out) (i16x8.extend_high_i8x16_s (local.get $v)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $block (i32.lt_u (local.get $out) (local.get $end)))))

  ;; out = the sum of rows, each times its factor: the list holds the place of a row's codes and the factor (f32), in
  ;; turn, and is used up; behind it there is room for one more. Width is a multiple of 32. Factors become whole numbers
  ;; of 16 bits, so that two rows are multiplied and added at once.
  (func (export "gather") (param $list i32) (param $count i32) (param $width i32) (param $out i32)
    (local $offset i32) (local $at i32) (local $end i32) (local $bytes i32) (local $whole i32) (local $sum i32)
    (local $largest f32) (local $all f32) (local $one f32) (local $scale f32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $v v128) (local $f v128)
    (local $low v128) (local $none v128) (local $eights v128) (local $step v128)
    (local $e0 v128) (local $e1 v128) (local $e2 v128) (local $e3 v128) (local $o0 v128) (local $o1 v128) (local $o2 v128) (local $o3 v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $bytes (i32.shr_u (local.get $width) (i32.const 1)))
    (local.set $low (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    ;; Neither a factor nor the sum, whose codes go up to 15, may grow too large.
    (local.set $at (local.get $list))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $one (f32.abs (f32.load offset=4 (local.get $at))))
        (local.set $largest (f32.max (local.get $largest) (local.get $one)))
        (local.set $all (f32.add (local.get $all) (local.get $one)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $row)))
    (local.set $scale (f32.min
      (f32.div (f32.const 32767) (f32.max (local.get $largest) (f32.const 1e-30)))
      (f32.div (f32.const 134217728) (f32.max (local.get $all) (f32.const 1e-30)))))
    (local.set $at (local.get $list))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $whole (i32.trunc_sat_f32_s (f32.floor (f32.add
          (f32.mul (f32.load offset=4 (local.get $at)) (local.get $scale)) (f32.const 0.5)))))
        (local.set $sum (i32.add (local.get $sum) (local.get $whole)))
        (i32.store offset=4 (local.get $at) (local.get $whole))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $row)))
    ;; One without weight makes the number even.
    (i32.store (local.get $end) (i32.load (local.get $list)))
    (i32.store offset=4 (local.get $end) (i32.const 0))
    ;; Codes are 8 more than what they stand for.
    (local.set $eights (i32x4.splat (i32.shl (local.get $sum) (i32.const 3))))
    (local.set $step (f32x4.splat (f32.div (f32.const 1) (local.get $scale))))
    (loop $block
      (local.set $e0 (local.get $none))
      (local.set $e1 (local.get $none))
      (local.set $e2 (local.get $none))
      (local.set $e3 (local.get $none))
      (local.set $o0 (local.get $none))
      (local.set $o1 (local.get $none))
      (local.set $o2 (local.get $none))
      (local.set $o3 (local.get $none))
      (local.set $at (local.get $list))
      (block $done
        (loop $pair
          (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $f (i32x4.splat (i32.or
            (i32.and (i32.load offset=4 (local.get $at)) (i32.const 0xffff))
            (i32.shl (i32.load offset=12 (local.get $at)) (i32.const 16)))))
          (local.set $c (v128.load (i32.add (i32.load (local.get $at)) (local.get $offset))))
          (local.set $d (v128.load (i32.add (i32.load offset=8 (local.get $at)) (local.get $offset))))
          (local.set $a (v128.and (local.get $c) (local.get $low)))
          (local.set $b (v128.and (local.get $d) (local.get $low)))
          (local.set $c (i8x16.shr_u (local.get $c) (i32.const 4)))
          (local.set $d (i8x16.shr_u (local.get $d) (i32.const 4)))
          (local.set $v (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $a) (local.get $b)))
          (local.set $e0 (i32x4.add (local.get $e0)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $e1 (i32x4.add (local.get $e1)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $v (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $a) (local.get $b)))
          (local.set $e2 (i32x4.add (local.get $e2)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $e3 (i32x4.add (local.get $e3)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $v (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $c) (local.get $d)))
          (local.set $o0 (i32x4.add (local.get $o0)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $o1 (i32x4.add (local.get $o1)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $v (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $c) (local.get $d)))
          (local.set $o2 (i32x4.add (local.get $o2)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $o3 (i32x4.add (local.get $o3)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $v)) (local.get $f))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $pair)))
      (local.set $a (call $value (local.get $e0) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o0) (local.get $eights) (local.get $step)))
      (v128.store (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=16 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $a (call $value (local.get $e1) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o1) (local.get $eights) (local.get $step)))
      (v128.store offset=32 (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=48 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $a (call $value (local.get $e2) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o2) (local.get $eights) (local.get $step)))
      (v128.store offset=64 (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=80 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $a (call $value (local.get $e3) (local.get $eights) (local.get $step)))
      (local.set $b (call $value (local.get $o3) (local.get $eights) (local.get $step)))
      (v128.store offset=96 (local.get $out)
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
      (v128.store offset=112 (local.get $out)
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
      (local.set $out (i32.add (local.get $out) (i32.const 128)))
      (local.set $offset (i32.add (local.get $offset) (i32.const 16)))
      (br_if $block (i32.lt_u (local.get $offset) (local.get $bytes)))))

  (func $value (param $sums v128) (param $eights v128) (param $step v128) (result v128)
    (f32x4.mul (f32x4.convert_i32x4_s (i32x4.sub (local.get $sums) (local.get $eights))) (local.get $step)))

  ;; a · b, f32; width is a multiple of 4.
  (func $dot (export "dot") (param $a i32) (param $b i32) (param $width i32) (result f32)
    (local $end i32) (local $s v128)
    (local.set $end (i32.add (local.get $a) (i32.shl (local.get $width) (i32.const 2))))
    (loop $step
      (local.set $s (f32x4.add (local.get $s)
        (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $a) (local.get $end))))
    (call $sumf (local.get $s)))

  ;; target += factor * source, f32; width is a multiple of 4.
  (func (export "mix") (param $target i32) (param $source i32) (param $factor f32) (param $width i32)
    (local $end i32) (local $f v128)
    (local.set $f (f32x4.splat (local.get $factor)))
    (local.set $end (i32.add (local.get $target) (i32.shl (local.get $width) (i32.const 2))))
    (loop $step
      (v128.store (local.get $target)
        (f32x4.add (v128.load (local.get $target)) (f32x4.mul (local.get $f) (v128.load (local.get $source)))))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (local.set $source (i32.add (local.get $source) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $target) (local.get $end)))))

  ;; Numbers (f32) become 8 bits each, the largest of them the whole range; width is a multiple of 16.
  (func (export "quantise") (param $vector i32) (param $width i32) (param $out i32)
    (local $at i32) (local $end i32) (local $f v128) (local $peak f32)
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $width) (i32.const 2))))
    (local.set $at (local.get $vector))
    (loop $step
      (local.set $f (f32x4.max (local.get $f) (f32x4.abs (v128.load (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $peak (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $f)) (f32x4.extract_lane 1 (local.get $f)))
      (f32.max (f32x4.extract_lane 2 (local.get $f)) (f32x4.extract_lane 3 (local.get $f)))))
    ;; Of nothing, nothing can be made.
    (local.set $f (f32x4.splat (select
      (f32.div (f32.const 127) (local.get $peak)) (f32.const 0) (f32.gt (local.get $peak) (f32.const 1e-30)))))
    (local.set $at (local.get $vector))
    (loop $step
      (v128.store (local.get $out) (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (call $rounded (v128.load (local.get $at)) (local.get $f))
          (call $rounded (v128.load offset=16 (local.get $at)) (local.get $f)))
        (i16x8.narrow_i32x4_s
          (call $rounded (v128.load offset=32 (local.get $at)) (local.get $f))
          (call $rounded (v128.load offset=48 (local.get $at)) (local.get $f)))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end)))))

  (func $rounded (param $v v128) (param $f v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.floor
      (f32x4.add (f32x4.mul (local.get $v) (local.get $f)) (v128.const f32x4 0.5 0.5 0.5 0.5)))))

  ;; How many bytes the tokens of a vocabulary have together; -1 where `end` is not the end of the last. Each is written as
  ;; the number of bytes it shares with the one before, the number of bytes that follow, and these.
  (func (export "measureWords") (param $at i32) (param $end i32) (param $tokens i32) (result i32)
    (local $own i32) (local $sum i32)
    (block $done
      (loop $token
        (br_if $done (i32.eqz (local.get $tokens)))
        (if (i32.gt_u (i32.add (local.get $at) (i32.const 2)) (local.get $end)) (then (return (i32.const -1))))
        (local.set $own (i32.load8_u offset=1 (local.get $at)))
        (local.set $sum (i32.add (local.get $sum) (i32.add (i32.load8_u (local.get $at)) (local.get $own))))
        (local.set $at (i32.add (local.get $at) (i32.add (local.get $own) (i32.const 2))))
        (local.set $tokens (i32.sub (local.get $tokens) (i32.const 1)))
        (br $token)))
    (select (local.get $sum) (i32.const -1) (i32.eq (local.get $at) (local.get $end))))

  ;; Writes the letters (u16) of the same tokens one after the other; after each token, how many there are so far (u32); and
  ;; a table (u16, of zeros before, mask + 1 of them) with the number of each token, counted from 1, at the place of its hash or the
  ;; next free one. `last` is room for a token's bytes.
  (func (export "readWords") (param $at i32) (param $tokens i32) (param $last i32) (param $ends i32) (param $letters i32)
    (param $table i32) (param $mask i32)
    (local $id i32) (local $p i32) (local $end i32) (local $c i32) (local $hash i32) (local $to i32) (local $own i32)
    (local.set $to (local.get $letters))
    (block $done
      (loop $token
        (br_if $done (i32.ge_u (local.get $id) (local.get $tokens)))
        (local.set $own (i32.load8_u offset=1 (local.get $at)))
        (local.set $end (i32.add (local.get $last) (i32.load8_u (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (memory.copy (local.get $end) (local.get $at) (local.get $own))
        (local.set $at (i32.add (local.get $at) (local.get $own)))
        (local.set $end (i32.add (local.get $end) (local.get $own)))
        (local.set $p (local.get $last))
        (local.set $hash (i32.const 0x811c9dc5))
        (block $read
          (loop $letter
            (br_if $read (i32.ge_u (local.get $p) (local.get $end)))
            (local.set $c (i32.load8_u (local.get $p)))
            (if (i32.lt_u (local.get $c) (i32.const 0x80))
              (then (local.set $p (i32.add (local.get $p) (i32.const 1))))
              (else (if (i32.lt_u (local.get $c) (i32.const 0xe0))
                (then
                  (local.set $c (call $more (i32.and (local.get $c) (i32.const 0x1f)) (local.get $p) (i32.const 1)))
                  (local.set $p (i32.add (local.get $p) (i32.const 2))))
                (else (if (i32.lt_u (local.get $c) (i32.const 0xf0))
                  (then
                    (local.set $c (call $more (i32.and (local.get $c) (i32.const 0x0f)) (local.get $p) (i32.const 2)))
                    (local.set $p (i32.add (local.get $p) (i32.const 3))))
                  (else
                    ;; A character of two letters.
                    (local.set $c (i32.sub
                      (call $more (i32.and (local.get $c) (i32.const 0x07)) (local.get $p) (i32.const 3))
                      (i32.const 0x10000)))
                    (local.set $p (i32.add (local.get $p) (i32.const 4)))
                    (local.set $hash (call $hashed (local.get $hash) (local.get $to)
                      (i32.or (i32.const 0xd800) (i32.shr_u (local.get $c) (i32.const 10)))))
                    (local.set $to (i32.add (local.get $to) (i32.const 2)))
                    (local.set $c (i32.or (i32.const 0xdc00) (i32.and (local.get $c) (i32.const 0x3ff))))))))))
            (local.set $hash (call $hashed (local.get $hash) (local.get $to) (local.get $c)))
            (local.set $to (i32.add (local.get $to) (i32.const 2)))
            (br $letter)))
        (local.set $id (i32.add (local.get $id) (i32.const 1)))
        (i32.store (local.get $ends) (i32.shr_u (i32.sub (local.get $to) (local.get $letters)) (i32.const 1)))
        (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
        (local.set $hash (i32.and
          (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))) (local.get $mask)))
        (block $free
          (loop $slot
            (local.set $p (i32.add (local.get $table) (i32.shl (local.get $hash) (i32.const 1))))
            (br_if $free (i32.eqz (i32.load16_u (local.get $p))))
            (local.set $hash (i32.and (i32.add (local.get $hash) (i32.const 1)) (local.get $mask)))
            (br $slot)))
        (i32.store16 (local.get $p) (local.get $id))
        (br $token))))

  ;; Adds six bits of each of the bytes that follow.
  (func $more (param $c i32) (param $at i32) (param $count i32) (result i32)
    (loop $byte
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $c (i32.or
        (i32.shl (local.get $c) (i32.const 6)) (i32.and (i32.load8_u (local.get $at)) (i32.const 0x3f))))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $byte (local.get $count)))
    (local.get $c))

  ;; Writes a letter and gives the hash that it makes of the one before it.
  (func $hashed (param $hash i32) (param $to i32) (param $letter i32) (result i32)
    (i32.store16 (local.get $to) (local.get $letter))
    (i32.mul (i32.xor (local.get $hash) (local.get $letter)) (i32.const 0x01000193))))
